import { createContext, useContext, useSyncExternalStore, type ComponentType } from 'react';
import { type Device } from '@/contract/device';
import { type Scope } from '@/db/scopes';
import { type Store } from '@/db/store';
import { type LockAfter } from '@/domain/lock';
import { type SyncStatus } from '@/domain/syncStatus';

/** What the runtime hands to a feature, so that none of them reaches for the engine or the platform itself. */
export interface Runtime {
  store: Store;
  /** Whose data, of which space: the first argument of every read and write. */
  scope: Scope;
  now(): number;
  /** Made when a form opens; the same capture keeps it for ever. */
  newId(): string;
  /** In [0, 1). */
  random(): number;
  sync: SyncControls;
  session: SessionControls;
  device: DeviceControls;
  preferences: PreferenceControls;
  update: UpdateControls;
  lock: LockControls;
  role: RoleControls;
}

/** As the service last said it: null while it has said nothing of the person, `type` undefined where it tells no roles. */
export type KnownRole = { type: string | undefined } | null;

/** The role of the person with this phone. */
export interface RoleControls {
  /** The same object until the role is another. */
  get(): KnownRole;
  subscribe(listener: () => void): () => void;
}

/** When the app asks for a PIN; `after` null is never. */
export type LockSettings = { after: LockAfter; withBiometrics: boolean };

/** `wait`: too early after a wrong one. `sign_in`: so many were wrong that no PIN is taken any more. */
export type PinAnswer =
  | { kind: 'right' }
  | { kind: 'wrong'; forMs: number; left: number }
  | { kind: 'wait'; forMs: number }
  | { kind: 'sign_in' };

/** A PIN before everything on the screen. It holds no record and touches none. */
export interface LockControls {
  get(): LockSettings;
  subscribe(listener: () => void): () => void;
  /** Whether it is the PIN. Each wrong one makes the next try slower. */
  check(pin: string): Promise<PinAnswer>;
  /** Sets a PIN, or another one. */
  turnOn(pin: string, after: Exclude<LockAfter, null>): Promise<void>;
  turnOff(): Promise<void>;
  setAfter(after: Exclude<LockAfter, null>): Promise<void>;
  setBiometrics(on: boolean): Promise<void>;
  /** Whether the phone knows its owner by finger or face. */
  hasBiometrics(): Promise<boolean>;
}

/** A newer build of the app, fetched and waiting. It starts when a person asks, never by itself. */
export interface UpdateControls {
  isReady(): boolean;
  /** Answers the way to stop listening. */
  subscribe(listener: () => void): () => void;
  /** Called by a form while it is open; answers the way to let go. */
  hold(): () => void;
  /** Opens the app anew with the newer build; refused while a form is open. */
  apply(): 'started' | 'form_open';
}

/** How this phone's owner wants the app; `system` follows the phone. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  textSize: 'usual' | 'large' | 'largest';
  /** A language code, or `system`. */
  language: string;
};

export interface PreferenceControls {
  get(): Preferences;
  subscribe(listener: () => void): () => void;
  /** Kept on the phone before it shows. */
  set(part: Partial<Preferences>): Promise<void>;
}

export type SharedFile = { name: string; type: string; text: string };
export type ShareAnswer = 'shared' | 'cancelled' | 'failed';

/** What a screen asks of the phone itself. */
export interface DeviceControls {
  /** The phone's own sheet. */
  shareText(text: string): Promise<ShareAnswer>;
  shareFile(file: SharedFile): Promise<ShareAnswer>;
  /** Seals a text to a public key of age; only the holder of its secret half can read it. */
  seal(text: string, ageKey: string): Promise<string>;
  /** A page as a PDF: into the phone's sheet, or the print dialog of a browser. */
  sharePdf(page: { name: string; html: string }): Promise<ShareAnswer>;
  /** Mail addresses from the phone's own address book; null where it cannot be reached. */
  pickEmails: (() => Promise<PickedEmails>) | null;
  /** What the app is and what it runs on. Says nothing of whose phone it is. */
  appInfo(): { version: string; platform: string; system: string };
  /** Whether the device promises to keep what is stored. A browser may refuse. */
  persistence(): Promise<'kept' | 'may_be_evicted' | 'unknown'>;
  /** A short feel under the finger: done. */
  vibrateSuccess(): void;
  /** Begins the app anew, where a change needs it. */
  reloadApp(): Promise<void>;
  /** Opens an address (tel:, sms:, mailto:, https:) outside of the app; false where nothing on the phone takes it. */
  openExternal(address: string): Promise<boolean>;
  /** Where the phone is, again and again; null where it cannot say. The phone asks its owner. Answers the way to stop. */
  watchPosition: ((listener: (news: PositionUpdate) => void) => () => void) | null;
  /** Text that another app handed to this one; null where none can. */
  sharedText: SharedText | null;
  /** A message when records have waited for a day; null where the device can show none by itself. */
  reminders: ReminderControls | null;
  /** The camera as a reader of QR codes and barcodes; null where there is none. */
  Scanner: ComponentType<ScannerProps> | null;
}

export interface SharedText {
  /** Takes it, so that it is found once; empty where there is none. */
  take(): string;
  /** More has arrived while the app was open. Answers the way to stop listening. */
  onArrival(listener: () => void): () => void;
}

export type ReminderPermission = 'granted' | 'refused' | 'undecided';

export interface ReminderControls {
  permission(): Promise<ReminderPermission>;
  /** Asks the owner of the phone; refusal costs nothing but the reminder. */
  ask(): Promise<ReminderPermission>;
}

export type PickedEmails = { kind: 'picked'; mails: string[] } | { kind: 'cancelled' } | { kind: 'refused' };

export type PositionUpdate =
  | { kind: 'fix'; latitude: number; longitude: number; accuracyMetres: number }
  /** The owner said no, or the phone does not know. */
  | { kind: 'refused' }
  | { kind: 'unknown' };

export interface ScannerProps {
  /** What a screen reader says of the picture. */
  label: string;
  onCode(text: string): void;
  onRefused(): void;
}

export interface SyncControls {
  getStatus(): SyncStatus;
  /** Answers the way to stop listening. */
  subscribe(listener: () => void): () => void;
  /** A person asked: now, whatever the timer says. */
  sendNow(): void;
  /** Fetches one record now, because a person looks at it; it arrives through the store. */
  fetchContact(id: number): Promise<FetchAnswer>;
  fetchBundleHistory(id: number): Promise<FetchAnswer>;
  /** How the last rounds since the app was opened ended, the latest first. */
  listRounds(): readonly RoundNote[];
}

/** How a round of sync ended; `failure` says in words what the store or the phone refused, where one did. */
export type RoundNote = {
  endedAt: number;
  end: SyncStatus['phase']['kind'];
  problem: SyncStatus['problem'];
  failure?: string;
};

/** `missing`: the service has none of that number. `refused`: it may not be read. `not_now`: nobody was reached. */
export type FetchAnswer = 'stored' | 'missing' | 'refused' | 'not_now';

export type SignOutAnswer =
  | { kind: 'signed_out' }
  /** Refused: these records would have nobody left to send them. */
  | { kind: 'unsent'; count: number };

export interface SessionControls {
  baseUrl: string;
  /** Opens the app on another phone with the address of this service filled in. Carries no token. */
  joinLink: string;
  /** Leads to signing in again; records, sent or not, stay where they are. */
  signInAgain(): Promise<void>;
  /** How many records stand in the way of signing out: they are on this phone alone. */
  countOnlyHere(): Promise<number>;
  /** Removes what was cached of this space; refused while records are on this phone alone. */
  signOut(): Promise<SignOutAnswer>;
  /** Asks which spaces the person belongs to; they arrive as the fact `spacesFact`. */
  refreshSpaces(): Promise<void>;
  /** Goes on in another space. Each has its own records and its own outbox. */
  switchSpace(spaceId: number): Promise<SwitchAnswer>;
  /** Where people are signed in. */
  devices: SignedInDevices;
  /** Removes what the service can give again and fetches it anew. What exists only here stays. */
  clearCache(): Promise<void>;
}

/** Asked of the service itself, each time. */
export interface SignedInDevices {
  list(): Promise<DevicesAnswer>;
  signOut(deviceId: number): Promise<SignedOutAnswer>;
  /** Signs somebody out wherever they are signed in. */
  signOutUser(userId: number): Promise<SignedOutAnswer>;
}

export type DevicesAnswer =
  { kind: 'listed'; devices: Device[] } | { kind: 'offline' | 'refused' | 'not_now' };

export type SignedOutAnswer = 'signed_out' | 'offline' | 'refused' | 'not_now';

/** `offline`: needs a signal. `refused`: the service did not agree. `not_now`: nobody was reached. */
export type SwitchAnswer = 'switched' | 'offline' | 'refused' | 'not_now';

/** A space that the person belongs to, as the service last said; a plain service tells no names. */
export type KnownSpace = { id: number; name: string | null; role: string | null };

/** Where the spaces are remembered: a fact of the scope, KnownSpace[]. */
export const spacesFact = 'spaces';

const RuntimeContext = createContext<Runtime | null>(null);

export const RuntimeProvider = RuntimeContext.Provider;

export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('A screen was drawn outside of the runtime.');
  return runtime;
}

export function useSyncStatus(): SyncStatus {
  const { sync } = useRuntime();
  return useSyncExternalStore(sync.subscribe, sync.getStatus, sync.getStatus);
}
