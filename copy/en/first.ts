/** The words around every screen. The prerendered first screen uses only these words and the words of `intro.ts`. */
export const first = {
  productName: 'Commercial Credit Card',
  help: 'Help',
  helpText: (merchantHelp: string | null) =>
    `Most questions have a help button. ${merchantHelp ?? 'Your local merchant can help you with your application.'}`,
  /** The text before the phone number. */
  orCall: 'You can also call us',
  card: {
    label: (program: string, bank: string, holder?: string) =>
      `The ${program} business credit card${holder ? ` for ${holder}` : ''}, issued by ${bank}`,
    sample: 'Sample card',
    holder: 'Your business name',
  },
  close: 'Close',
  terms: 'Rates and terms',
  demo: 'Demo',
  demoStrip: 'Demo: don’t enter real data',
  loading: 'Loading…',
  swipe: 'Swipe or tap to get started',
  starting: 'Starting…',
  slow: 'Slow connection…',
  noConnection: 'You’re offline. Nothing is lost. We’ll continue when you’re back online.',
};
