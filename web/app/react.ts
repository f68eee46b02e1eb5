/** Evaluates React in its own chunk and task, because a CommonJS package is evaluated where it is first used. */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
