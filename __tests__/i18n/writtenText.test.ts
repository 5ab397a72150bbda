import { listWrittenText, readScreens } from './sources';

it('finds hard-coded texts in every position of a component', () => {
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

it('finds no hard-coded text in any screen', () => {
  expect(readScreens().flatMap(({ name, source }) => listWrittenText(name, source))).toEqual([]);
});
