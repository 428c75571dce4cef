/** Query keys of signed addresses: who has one may read or write what lies there. */
const signatureKeys =
  /^(sig|signature|sv|sr|se|sp|st|skoid|token|access_token|id_token|code|client_info|x-amz-.+|x-goog-.+|awsaccesskeyid|googleaccessid|key-pair-id)$/i
/** Words of the console's own addresses; every other segment of a path is an id of the user's data. */
const pathWords = new Set(
  (
    'fraud purchase rules support accountcreation accountlogin lossprevention reports assessments monitor configuration schemaDetails observations create label ' +
    'setup integration aadapp manage devicefingerprinting try api casemanagement queues routingrules report environments search settings usage summary details ' +
    'audit access apps subject requests transactionacceptancebooster optin data rulesconfiguration purchaserules velocities externalcalls externalassessments ' +
    'lists custom explorer eventtracing upload purchaseprotection apimanagement errors ontology templates functions adminsettings billing scores threats ' +
    'signed-out auth dist'
  ).split(' '),
)

/** True for an id that the monitoring library accepts (product specification, section 5). */
export function isTelemetryUserId(id: unknown): id is string {
  return typeof id === 'string' && id.length > 0 && !/[,;= |]/.test(id)
}

/** Path of a page with every id replaced: `/search/purchase/:id/:id`. */
export function routeOf(pathname: string): string {
  return pathname
    .split('/')
    .map(segment => (segment === '' || pathWords.has(segment) ? segment : ':id'))
    .join('/')
}

/**
 * Address without its query, which may contain search terms; a signed one is marked: `https://host/file?{sasToken}`.
 */
export function maskUrl(url: string): string {
  const [address = '', query = ''] = url.replace(/#.*$/s, '').split('?', 2)
  const path = address.replace(/\b(sig|sv|se|sp)=[^&/]+/gi, '$1={sasToken}')
  const signed = query.split('&').some(pair => signatureKeys.test(pair.split('=', 1)[0] ?? ''))
  return signed ? `${path}?{sasToken}` : path
}

/** Address of a page of this console: no query, no ids. Of another host only its name is sent. */
export function maskPage(url: string, origin: string): string {
  if (!URL.canParse(url, origin)) return ''
  const parsed = new URL(url, origin)
  if (parsed.origin !== origin) return parsed.origin === 'null' ? '' : parsed.origin
  return parsed.pathname.startsWith('/dist/') ? maskUrl(parsed.href) : `${origin}${routeOf(parsed.pathname)}`
}

/**
 * Text without what could name a person or open a door: addresses, queries, mail, tokens, long numbers, and longer
 * quotations.
 */
export function maskText(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, '{token}')
    .replace(/https?:\/\/[^\s)"']+/g, url => maskUrl(url))
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '{email}')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '{ip}')
    .replace(/\d{6,}/g, '{number}')
}

/**
 * Errors whose message is written by the engine or by the console itself; the message of any other may quote what was
 * typed.
 */
const ownWords = /^(TypeError|ReferenceError|ChunkLoadError|TelemetryNote)$/
/** The message of an error as far as it may leave the browser. */
export function maskMessage(name: string, message: string, code?: unknown): string {
  return ownWords.test(name) || code === 'CSS_CHUNK_LOAD_FAILED' ? maskText(message) : ''
}

/** Frames of a stack: the lines after the message, with addresses of scripts only. */
export function maskStack(stack: string): string {
  return stack
    .split('\n')
    .filter(line => /^\s*at |@https?:|@\//.test(line))
    .slice(0, 40)
    .map(maskText)
    .join('\n')
}
