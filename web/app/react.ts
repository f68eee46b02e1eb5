/** Evaluates React in its own chunk and task. Packages in CommonJS are otherwise evaluated where they are first used. */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
