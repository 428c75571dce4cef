import { buildCallRequest } from '@assay/risk-service/contract'
import type { CallForm } from './call-form.ts'

/** The request with the sample values, as it would be sent; secrets are stars. */
export function sampleRequestOf({ method, url, headers, parameters, configurations, ownBody, requestBody }: CallForm): {
  url: string
  body: string | null
} {
  return buildCallRequest(
    {
      method,
      url,
      headers: headers.filter(({ name }) => name !== ''),
      parameters,
      requestBody: ownBody ? requestBody : null,
    },
    {
      parameters: new Map(parameters.map(({ name, sample }) => [name.toLowerCase(), sample])),
      configurations: new Map(
        configurations.map(({ name, value, secret }) => [name.toLowerCase(), secret === null ? value : '***']),
      ),
    },
  )
}
