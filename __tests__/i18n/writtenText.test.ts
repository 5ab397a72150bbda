import { listWrittenText, readScreens } from './sources';

it('finds a text that is written into a component, wherever it hides', () => {
  const source = `
    const toastOf = () => ({ title: 'Saved', icon: 'check' });
    export const Sample = ({ done, name }) => (
      <Card role="button" icon="arrowUp" label="Send now" hint={done ? 'Sent' : t('outbox.state.queued')}>
        Hello
        {name}
        {done && 'Well done'}
        <Row title={\`Number \${name}\`} detail={t('common.number')} />
        · {42}
      </Card>
    );`;
  expect(listWrittenText('Sample.tsx', source).map((line) => line.replace(/^Sample.tsx:\d+: /, ''))).toEqual([
    'Saved',
    'Send now',
    'Sent',
    'Hello',
    'Well done',
    'Number',
  ]);
});

it('finds none in any screen: every word is among the messages', () => {
  expect(readScreens().flatMap(({ name, source }) => listWrittenText(name, source))).toEqual([]);
});
