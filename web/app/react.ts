/** Evaluates React in its own chunk and task. React is CommonJS, so the first module that uses it would otherwise evaluate it. */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
