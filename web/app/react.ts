/**
 * Evaluates React in its own chunk and task. Otherwise React, a CommonJS package, would be evaluated in the first module that
 * uses it.
 */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
