import '../support/layout';

import { act, fireEvent, render, screen } from '@testing-library/react-native';
import { type ComponentProps } from 'react';

import { JoinScreen, type JoinOutcome } from '@/features/join/JoinScreen';
import { type SwitchResult } from '@/features/shared/runtime';
import { join as words } from '@/i18n/messages/en/join';
import { parseJoinLink } from '@/session/joinLink';

import { createTestRuntime } from '../support/runtime';
import { createWrapper } from '../support/render';

type Props = ComponentProps<typeof JoinScreen>;

async function open(given: Partial<Props> = {}) {
  const calls: string[] = [];
  const { runtime } = await createTestRuntime();
  render(
    <JoinScreen
      link={null}
      readLink={parseJoinLink}
      defaultAddress=""
      join={(baseUrl, token) => {
        calls.push(`join ${baseUrl} ${token}`);
        return Promise.resolve({ kind: 'joined' });
      }}
      signIn={(baseUrl) => {
        calls.push(`sign in ${baseUrl}`);
        return Promise.resolve({ kind: 'left' });
      }}
      finish={null}
      countUnsent={() => Promise.resolve([])}
      goBack={null}
      isRevoked={false}
      openOutside={() => Promise.resolve(true)}
      Scanner={null}
      {...given}
    />,
    { wrapper: createWrapper(runtime) }
  );
  await act(() => Promise.resolve());
  return calls;
}

const press = async (name: string | RegExp) => {
  fireEvent.press(screen.getByRole('button', { name }));
  await act(() => Promise.resolve());
};
const type = (label: string, text: string) => fireEvent.changeText(screen.getByLabelText(label), text);

it('signs in on the pages of the service when only the address is given', async () => {
  const calls = await open({ link: { baseUrl: 'https://one.example/api', token: null, newcomerCode: null } });
  await press('Sign in with a code');
  expect(calls).toEqual(['sign in https://one.example/api']);
});

describe('a page that a service served', () => {
  const here = 'https://one.example:8443/api';
  const field = () => screen.queryByLabelText('Address of the service');

  it('names its service and does not ask for the address', async () => {
    const calls = await open({ defaultAddress: here });
    expect(screen.getByText('Service: one.example:8443')).toBeTruthy();
    expect(screen.queryByText(words.intro)).toBeNull();
    expect(field()).toBeNull();
    await press('Sign in with a code');
    expect(calls).toEqual([`sign in ${here}`]);
  });

  it('signs in to another service after one press', async () => {
    const calls = await open({ defaultAddress: here });
    await press('Another service');
    expect(screen.queryByText(/^Service:/)).toBeNull();
    expect(field()?.props).toMatchObject({ value: here, autoFocus: true, selectTextOnFocus: true });
    type('Address of the service', 'https://two.example/api');
    await press('Sign in with a code');
    expect(calls).toEqual(['sign in https://two.example/api']);
  });

  it('shows the address of a link to another service, and only names its own', async () => {
    await open({
      defaultAddress: here,
      link: { baseUrl: 'https://two.example/api', token: null, newcomerCode: 'n' },
    });
    expect(field()?.props.value).toBe('https://two.example/api');
    expect(field()?.props.autoFocus).toBe(false);
    type('Address of the service', here);
    expect(field()?.props.value).toBe(here);
    screen.unmount();
    await open({ defaultAddress: here, link: { baseUrl: here, token: null, newcomerCode: 'n' } });
    expect(field()).toBeNull();
  });

  it('asks for the address if the page is not from a service', async () => {
    await open({ defaultAddress: here, signIn: () => Promise.resolve({ kind: 'no_such_service' }) });
    await press('Sign in with a code');
    expect(screen.getByText(words.problem.no_such_service)).toBeTruthy();
    expect(field()?.props.value).toBe(here);
  });

  it.each(['', 'null/api'])('asks for the address if none is known (%j)', async (defaultAddress) => {
    await open({ defaultAddress });
    expect(screen.getByText(words.intro)).toBeTruthy();
    expect(screen.queryByText(/^Service:/)).toBeNull();
    expect(field()).toBeTruthy();
  });
});

it('refuses a token with other characters at its field, without a request', async () => {
  const calls = await open({ defaultAddress: 'https://one.example/api' });
  await press('I have an access token');
  type('Access token', 'dst_ключ');
  await press('Join');
  expect(screen.getByText(words.problem.bad_token)).toBeTruthy();
  expect(screen.queryByText(words.problem.unreachable)).toBeNull();
  type('Access token', 'dst_abc');
  await press('Join');
  expect(calls).toEqual(['join https://one.example/api dst_abc']);
});

it('says that the service ended the session, for example after a change of the mail address', async () => {
  await open({ isRevoked: true });
  expect(screen.getByText(words.signedOut.title)).toBeTruthy();
  expect(screen.getByText(words.signedOut.text)).toBeTruthy();
});

it('joins automatically when the link has a token', async () => {
  const calls = await open({
    link: { baseUrl: 'https://one.example/api', token: 'secret', newcomerCode: null },
  });
  expect(calls).toEqual(['join https://one.example/api secret']);
});

it('accepts a typed token', async () => {
  const calls = await open();
  await press('I have an access token');
  type('Address of the service', ' https://one.example/api/ ');
  type('Access token', ' typed ');
  await press('Join');
  expect(calls).toEqual(['join https://one.example/api typed']);
});

it('accepts a join link that is pasted as the address', async () => {
  const pasted = await open();
  type(
    'Address of the service',
    'https://app.example/join#base_url=https%3A%2F%2Ftwo.example%2Fapi&token=carried'
  );
  await press('Sign in with a code');
  expect(pasted).toEqual(['join https://two.example/api carried']);
});

it('sends no request for what is no address, or without a token', async () => {
  const calls = await open();
  type('Address of the service', 'one example');
  await press('Sign in with a code');
  expect(screen.getByText(words.problem.bad_address)).toBeTruthy();

  type('Address of the service', 'https://one.example/api');
  await press('I have an access token');
  await press('Join');
  expect(screen.getByText(words.problem.no_token)).toBeTruthy();
  expect(calls).toEqual([]);
});

const problems = [
  'offline',
  'unreachable',
  'no_such_service',
  'login_page',
  'service_trouble',
  'cancelled',
  'no_sign_in',
  'not_from_here',
  'code_expired',
] as const;

it.each(problems)('has a message for %s', async (kind) => {
  const outcome: JoinOutcome = { kind };
  await open({ defaultAddress: 'https://one.example/api', signIn: () => Promise.resolve(outcome) });
  await press('Sign in with a code');
  expect(screen.getByText(words.problem[kind])).toBeTruthy();
  expect(new Set(Object.values(words.problem)).size).toBe(Object.keys(words.problem).length);
});

it('opens the token field where the service has no sign-in pages', async () => {
  await open({
    defaultAddress: 'https://one.example/api',
    signIn: () => Promise.resolve({ kind: 'no_sign_in' }),
  });
  expect(screen.queryByLabelText('Access token')).toBeNull();
  await press('Sign in with a code');
  expect(screen.getByLabelText('Access token')).toBeTruthy();
});

it('continues a sign-in that returns from the browser, and reports an expired one', async () => {
  const finish = jest.fn(() => Promise.resolve<JoinOutcome>({ kind: 'code_expired' }));
  const goBack = jest.fn();
  await open({ finish, goBack });
  expect(finish).toHaveBeenCalledTimes(1);
  expect(screen.getByText(words.problem.code_expired)).toBeTruthy();
  await press('Back to my records');
  expect(goBack).toHaveBeenCalledTimes(1);
});

it('offers a choice of several spaces, and shows why switching failed', async () => {
  const results: SwitchResult[] = ['refused', 'switched'];
  const gone: number[] = [];
  const spaces = [10, 11].map((id) => ({
    space: { id, name: id === 10 ? 'Neighbours' : null, role: 'Volunteer' },
    goTo: () => {
      gone.push(id);
      return Promise.resolve(results.shift() ?? 'not_now');
    },
  }));
  await open({
    defaultAddress: 'https://one.example/api',
    signIn: () => Promise.resolve({ kind: 'choose_space', spaces }),
  });
  await press('Sign in with a code');
  expect(screen.getByRole('heading', { name: 'Which space?' })).toBeTruthy();
  await press(/Space 11/);
  expect(screen.getByText('The service did not let you switch.')).toBeTruthy();
  await press(/Neighbours/);
  expect(gone).toEqual([11, 10]);
  expect(screen.queryByText('The service did not let you switch.')).toBeNull();
});

describe('a service that does not report whose token it is', () => {
  const openChoice = async () => {
    const chosen: number[] = [];
    const person = (id: number, firstname: string, surname: string, mail: string) => ({
      user: { id, firstname, surname, mail },
      choose: () => Promise.resolve(void chosen.push(id)),
    });
    const people = [
      ...Array.from({ length: 500 }, (_, place) =>
        person(place + 1, `Person${place}`, 'Marchand', `p${place}@example.org`)
      ),
      person(901, 'Élodie', 'Zimmermann-Nouvelle-Aquitaine', 'elodie@example.org'),
      person(902, 'Amina', 'Berger', 'amina@example.org'),
    ];
    await open({
      link: { baseUrl: 'https://one.example/api', token: 'token', newcomerCode: null },
      join: () => Promise.resolve({ kind: 'choose', people }),
    });
    await screen.findByRole('heading', { name: 'Who are you?' });
    return chosen;
  };
  const search = async (words: string) => {
    fireEvent.changeText(screen.getByLabelText('Search'), words);
    await act(async () => {});
  };

  it('lists its people by name and renders only the visible ones; the search has the focus', async () => {
    await openChoice();
    expect(screen.getAllByRole('button')[0]).toHaveTextContent(/^Amina Berger/);
    expect(screen.getAllByRole('button').length).toBeLessThan(60);
    expect(screen.getByLabelText('Search').props.autoFocus).toBe(true);
  });

  it.each([
    ['the beginning of a name without its accent', 'elo zimm'],
    ['a part of a mail address', 'elodie@'],
  ])('finds a person by %s', async (_what, words) => {
    const chosen = await openChoice();
    await search(words);
    await press(/Élodie Zimmermann-Nouvelle-Aquitaine/);
    expect(chosen).toEqual([901]);
    expect(screen.queryByText('Amina Berger')).toBeNull();
  });

  it('shows what to do if nobody has the name', async () => {
    await openChoice();
    await search('nobody here');
    expect(screen.getByText('Nobody has this name')).toBeTruthy();
    await press('Clear');
    expect(screen.getByText('Amina Berger')).toBeTruthy();
  });
});

it('offers to open an address that does not respond in the browser', async () => {
  const openOutside = jest.fn(() => Promise.resolve(true));
  await open({
    defaultAddress: 'https://one.example/api',
    signIn: () => Promise.resolve({ kind: 'unreachable' }),
    openOutside,
  });
  await press('Sign in with a code');
  await press('Open the address in the browser');
  expect(openOutside).toHaveBeenCalledWith('https://one.example/api');
});

it('signs in with Enter, as with the button', async () => {
  const calls = await open();
  type('Address of the service', 'https://one.example/api');
  fireEvent(screen.getByLabelText('Address of the service'), 'submitEditing');
  await act(() => Promise.resolve());
  expect(calls).toEqual(['sign in https://one.example/api']);
});
