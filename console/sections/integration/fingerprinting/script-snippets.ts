/** Where the examples of device fingerprinting run. */
export const fingerprintClients = ['web', 'app'] as const
type FingerprintClient = (typeof fingerprintClients)[number]

/** Stands in for the session id, which the shop makes for each session. */
export const sessionPlaceholder = 'SESSION_ID'

/** Returns what a page or an app needs to send the attributes of its device. @param origin where the script is */
export function fingerprintSnippet(client: FingerprintClient, origin: string, environmentId: string): string {
  if (client === 'web')
    return `<script src="${origin}/mdt.js?session_id=${sessionPlaceholder}&instanceId=${environmentId}" type="text/javascript"></script>
<script>window.dfp.doFpt(this.document);</script>`
  const body = { sessionId: sessionPlaceholder, instanceId: environmentId, attributes: { platform: 'Android' } }
  return `POST ${origin}/collect
Content-Type: application/json

${JSON.stringify(body, null, 2)}`
}
