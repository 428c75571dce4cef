import { type ApiCall, tokenUrlOf } from './api-call.ts'

interface AssertionClient extends Pick<ApiCall, 'tenantId' | 'clientId'> {
  apiEndpoint: string
}

/** A token request with a client assertion, which only the application can sign (RFC 7523). */
export function assertionRequest({ apiEndpoint, tenantId, clientId }: AssertionClient): string {
  return `curl '${tokenUrlOf({ endpoint: apiEndpoint, tenantId })}' \\
  -d grant_type=client_credentials \\
  -d client_id='${clientId}' \\
  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \\
  -d client_assertion="$ASSERTION" \\
  -d scope='${apiEndpoint}/.default'`
}
