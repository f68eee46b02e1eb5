/**
 * Makes the browser evaluate React in a chunk and a task of its own. Otherwise, the first module that uses React would evaluate
 * it, because React is CommonJS.
 */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
