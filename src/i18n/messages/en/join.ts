export const join = {
  title: 'Join a space',
  intro: 'Open the link or scan the code that your leader shows you, or enter what you were given.',
  address: 'Address of the service',
  addressHint: 'For example https://doorstep.example.org/api',
  token: 'Access token',
  button: 'Join',
  joining: 'Joining …',
  choose: {
    title: 'Which one is you?',
    text: 'This service does not say whose token it is.',
  },
  problem: {
    bad_address: 'That is not the address of a service. It starts with https://',
    no_token: 'A token is needed to join.',
    offline: 'There is no signal. Joining needs it once; after that, Doorstep works without.',
    unreachable:
      'Nobody answers at that address, or its certificate is not trusted. Check the address and your connection.',
    no_such_service: 'Something answers at that address, but it is not a service that Doorstep can speak to.',
    login_page:
      'A login page of this network stands in the way. Open it in your browser first, then come back.',
    token_refused: 'The token has expired or was revoked. Ask your leader for a new link.',
    service_trouble: 'The service is in trouble at the moment. Try again in a minute.',
  },
} as const;
