import words from 'virtual:words';
import { Box, Button, Container, CssBaseline, List, ListItem, Typography } from '@mui/material';
import { type ComponentType, lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const { intro } = words;

function Intro({ onStart }: { readonly onStart: () => void }) {
  return (
    <>
      <Typography component="h1" variant="h4" gutterBottom>
        {intro.title}
      </Typography>
      <Typography gutterBottom>{intro.lead}</Typography>
      <Typography component="h2" variant="h6">
        {intro.needTitle}
      </Typography>
      <List sx={{ listStyleType: 'disc', pl: 3 }}>
        {intro.need.map((item) => (
          <ListItem key={item} sx={{ display: 'list-item' }} disablePadding>
            {item}
          </ListItem>
        ))}
      </List>
      {intro.notes.map((note) => (
        <Typography key={note} gutterBottom>
          {note}
        </Typography>
      ))}
      <Button variant="contained" size="large" fullWidth onClick={onStart}>
        {intro.start}
      </Button>
    </>
  );
}

/** Shows the first screen. Loads the form after the screen is painted, so that the form is ready when a person presses Start. */
export function openPage(loadForm: () => Promise<{ readonly default: ComponentType }>): void {
  const Form = lazy(loadForm);
  function App() {
    const [started, setStarted] = useState(false);
    useEffect(() => {
      requestIdleCallback(() => void loadForm());
    }, []);
    return (
      <>
        <CssBaseline />
        <Box component="header" sx={{ p: 2, borderBottom: 1, borderColor: 'divider' }}>
          {intro.product}
        </Box>
        <Container component="main" maxWidth="sm" sx={{ py: 3 }}>
          {started ? (
            <Suspense>
              <Form />
            </Suspense>
          ) : (
            <Intro onStart={() => setStarted(true)} />
          )}
        </Container>
      </>
    );
  }
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
