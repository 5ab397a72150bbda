import { screen } from '@testing-library/react-native';
import { renderRouter } from 'expo-router/testing-library';

import { JoinCodeScreen } from '@/features/join/JoinCodeScreen';
import { type Runtime } from '@/features/shared/runtime';

import { createTestRuntime } from '../support/runtime';
import { createWrapper, press, settle } from '../support/render';

const routes = { 'join-code': JoinCodeScreen };

async function open(runtime: Runtime, initialUrl: string) {
  renderRouter(routes, { initialUrl, wrapper: createWrapper(runtime) });
  await settle();
}

describe('The join code', () => {
  it('is an image with a label, and its link can be shared; neither contains a token', async () => {
    const { runtime, fakes } = await createTestRuntime();
    await open(runtime, '/join-code');
    expect(screen.getByLabelText('QR code of the join link')).toBeTruthy();
    await press('button', 'Share the link');
    expect(fakes.sharedTexts).toEqual([runtime.session.joinLink]);
    expect(runtime.session.joinLink).not.toContain('token');
  });
});
