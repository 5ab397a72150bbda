/** For `npm run dev`: Metro's server sends the isolation headers and forwards what belongs to the service. */
const http = require('http');

/** expo-sqlite needs shared memory in the browser, which needs these. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const isForService = (url) => /^\/(api|\.well-known)(\/|$|\?)/.test(url);

function forward(service, request, response) {
  const { hostname, port } = new URL(service);
  const { url: path, method, headers } = request;
  const forwarded = http.request({ hostname, port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  // The service restarts when its code changes.
  forwarded.on('error', () => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
    response.end('The service does not answer. It may be restarting.');
  });
  request.pipe(forwarded);
}

module.exports.createDevMiddleware = (service) => (metro) => (request, response, next) => {
  if (isForService(request.url)) return forward(service, request, response);
  for (const [name, value] of Object.entries(isolation)) response.setHeader(name, value);
  return metro(request, response, next);
};
