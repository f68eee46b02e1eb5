/**
 * React, evaluated: as a module of its own kind in the build's chunk of React, so that its evaluation is a task apart from
 * the page's. Packages in CommonJS are otherwise evaluated only where they are first used.
 */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
