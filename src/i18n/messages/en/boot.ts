/** What is said before there is a screen to show. */
export const boot = {
  opening: 'Opening your records …',
  elsewhere: {
    title: 'Doorstep is open in another tab',
    text: 'Your records can be open in one place at a time. Go on in that tab, or go on here: it will close its records first, and nothing is lost.',
    takeOver: 'Go on here',
  },
  insecure: {
    title: 'This address is not safe enough to keep records',
    text: 'It begins with http://, and there a browser gives a page no storage. Open the address that begins with https://. Whoever runs this service puts a proxy with a certificate in front of it: docs/deploy.md shows how.',
  },
  unsupported: {
    title: 'This browser cannot keep records',
    text: 'It is too old, or this is a private window, which keeps nothing. Open Doorstep in a usual window of an up-to-date browser.',
  },
  setAside: {
    title: 'Records from before cannot be opened',
    text: 'This phone no longer has the key to the records that were saved on it: it was restored from a copy, or its keychain was cleared. Nothing was removed; the old file is still on the phone. Records that had been sent are safe at the service. If some were still unsent, tell your team before you go on.',
    goOn: 'Go on without them',
  },
  notFound: {
    title: 'There is nothing at this address',
    text: 'The link may be old, or cut off. Your records are where they were.',
    home: 'Go to Home',
  },
  failed: {
    title: 'The records on this device could not be opened',
    tryAgain: 'Try again',
    full: 'There is no room left on this device. Free some space and try again; nothing that was saved is lost.',
    not_a_database: 'The file of this app holds something else. It was left as it is.',
    not_ours: 'The file of this app belongs to another program. It was left as it is.',
    newer_version:
      'The records were written by a newer version of this app. They were left as they are; update the app to open them.',
    not_durable:
      'This device cannot promise that a saved record survives a crash, so nothing would be safe here.',
    not_encrypted:
      'This app was built without encryption, so nothing would be safe here. Get it from your organisation’s store.',
    no_key:
      'The phone did not hand over the key to your records. Unlock the phone and try again; nothing was touched.',
    in_use: 'Another window is still using the records. Close it and try again.',
    damaged:
      'The device could not read its own storage. Restart it and try again; do not remove the app, your records are in it.',
    failed: 'Something unexpected happened. What was saved is still on this device.',
  },
} as const;
