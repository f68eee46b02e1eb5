/** The first screens of the form, built with SurveyJS. The intro is plain React, because that takes less code than SurveyJS. */
import './intro.css';
import words from 'virtual:words';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const { intro } = words;

const loadForm = () => import('./form.tsx');
const Form = lazy(loadForm);

function Intro({ onStart }: { readonly onStart: () => void }) {
  return (
    <>
      <h1>{intro.title}</h1>
      <p>{intro.lead}</p>
      <h2>{intro.needTitle}</h2>
      <ul>
        {intro.need.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {intro.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <button type="button" onClick={onStart}>
        {intro.start}
      </button>
    </>
  );
}

function App() {
  const [started, setStarted] = useState(false);
  useEffect(() => {
    requestIdleCallback(() => void loadForm());
  }, []);
  return (
    <>
      <header>{intro.product}</header>
      <main className={started ? undefined : 'intro'}>
        {started ? (
          <Suspense>
            <Form />
          </Suspense>
        ) : (
          <Intro onStart={() => setStarted(true)} />
        )}
      </main>
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
