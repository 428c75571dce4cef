/** A call of the risk API, with everything that a program needs to make it. */
export interface ApiCall {
  /** Address of the service, without a slash at its end. */
  endpoint: string
  tenantId: string
  environmentId: string
  clientId: string
  clientSecret: string
  /** Path below the endpoint, encoded. */
  path: string
  body: Readonly<Record<string, unknown>>
}

/** Stands in for a secret that the page does not have: the reader replaces it. */
export const secretPlaceholder = 'CLIENT_SECRET'
/** Stands in for the id of an application. */
export const clientPlaceholder = 'CLIENT_ID'

/** The body as text, in which an apostrophe is written as JSON also allows: it ends a string in several languages. */
export const bodyText = (body: ApiCall['body'], indent: number | undefined = 2): string =>
  JSON.stringify(body, null, indent).replaceAll("'", String.raw`\u0027`)

/** Where an application gets its token. */
export const tokenUrlOf = ({ endpoint, tenantId }: Pick<ApiCall, 'endpoint' | 'tenantId'>): string =>
  `${endpoint}/${tenantId}/oauth2/v2.0/token`
