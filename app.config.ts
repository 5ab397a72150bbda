// Lets the config be read with the plugins beside it, which are TypeScript too.
import 'tsx/cjs';
import { type ConfigContext, type ExpoConfig } from 'expo/config';
import { withoutPush } from './plugins/withoutPush';
import { withStoreOutOfBackup } from './plugins/withStoreOutOfBackup';

/**
 * What an organisation sets to release the app under its own name; docs/release.md goes through them one by one.
 * Everything else of the apps stands in app.json.
 */
const appName = process.env.DOORSTEP_APP_NAME;
const appId = process.env.DOORSTEP_APP_ID;
const linkHost = process.env.DOORSTEP_LINK_HOST;
const shareExtension = process.env.DOORSTEP_SHARE_EXTENSION;
const easProject = process.env.DOORSTEP_EAS_PROJECT;
const easOwner = process.env.DOORSTEP_EAS_OWNER;

const hostName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const applicationId = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/;

function check(name: string, value: string | undefined, shape: RegExp, example: string): void {
  if (value && !shape.test(value)) throw new Error(`${name} is ${value}; it should look like ${example}.`);
}

/** The pages of an https link that the app opens itself; every other page of the host stays in the browser. */
const linkedPaths = ['/join', '/signed-in'];

type Android = NonNullable<ExpoConfig['android']>;

/** Android checks `assetlinks.json` of the host before it opens these without asking. */
function intentFilters(host: string): Android['intentFilters'] {
  return [
    {
      action: 'VIEW',
      autoVerify: true,
      data: linkedPaths.map((path) => ({ scheme: 'https', host, path })),
      category: ['BROWSABLE', 'DEFAULT'],
    },
  ];
}

/**
 * Text shared from another app begins invitations. Android needs an intent filter for it; iOS a second program beside
 * the app, with an identifier and a group of its own in the Apple account, which an organisation asks for by name.
 */
function sharedText(id: string): [string, object] {
  return [
    'expo-sharing',
    {
      android: { enabled: true, singleShareMimeTypes: ['text/plain'] },
      ios: {
        enabled: shareExtension === '1',
        appGroupId: `group.${id}`,
        activationRule: { supportsText: true },
      },
    },
  ];
}

/** Reads app.json and lays an organisation's own names over it. */
export default function configure({ config }: ConfigContext): ExpoConfig {
  check('DOORSTEP_LINK_HOST', linkHost, hostName, 'doorstep.example.org');
  check('DOORSTEP_APP_ID', appId, applicationId, 'org.example.doorstep');
  const name = appName || config.name || 'Doorstep';
  const id = appId || config.ios?.bundleIdentifier || 'org.doorstep.app';
  const own: ExpoConfig = {
    ...config,
    name,
    slug: config.slug ?? 'doorstep',
    ...(easOwner ? { owner: easOwner } : {}),
    ios: {
      ...config.ios,
      bundleIdentifier: id,
      ...(linkHost ? { associatedDomains: [`applinks:${linkHost}`] } : {}),
    },
    android: {
      ...config.android,
      package: id,
      ...(linkHost ? { intentFilters: intentFilters(linkHost) } : {}),
    },
    plugins: [...(config.plugins ?? []), sharedText(id)],
    extra: { ...config.extra, ...(easProject ? { eas: { projectId: easProject } } : {}) },
  };
  // Named before the plugins of app.json, these write after them: what is named last writes first.
  return withoutPush(withStoreOutOfBackup(own));
}
