// Lets this file import the plugins, which are TypeScript.
import 'tsx/cjs';
import { type ConfigContext, type ExpoConfig } from 'expo/config';
import { withoutPush } from './plugins/withoutPush';
import { withStoreOutOfBackup } from './plugins/withStoreOutOfBackup';

/**
 * The settings of an organisation that releases the app under its own name, see docs/release.md. All others are in
 * app.json.
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

/** The paths of https links that open the app; all others open the browser. */
const linkedPaths = ['/join', '/signed-in', '/check-in'];

type Android = NonNullable<ExpoConfig['android']>;

/** Android verifies them with `assetlinks.json` of the host. */
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
 * Text shared from another app opens the invitations. Android needs an intent filter, iOS a share extension with its own
 * identifier and group in the Apple account, which is therefore optional.
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

/** Overrides app.json with the settings of the organisation. */
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
  // These run after the plugins of app.json: mods run in reverse order.
  return withoutPush(withStoreOutOfBackup(own));
}
