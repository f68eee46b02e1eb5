import words from 'virtual:words';
import { Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** Shows a screen: its heading, its questions, and the Next button. */
export function Screen({
  title,
  onSubmit,
  children,
}: {
  readonly title: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Stack component="form" noValidate spacing={3} onSubmit={onSubmit}>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      {children}
      <Button type="submit" variant="contained" size="large">
        {words.next}
      </Button>
    </Stack>
  );
}
