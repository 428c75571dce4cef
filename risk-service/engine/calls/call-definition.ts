import { type ExternalCallBody, externalCallBodySchema } from '../../contract/external-calls/external-call-inputs.ts'
import type { KeyVault } from '../../ports/index.ts'
import { OutgoingCallError, type Secrets } from './authentication.ts'
import type { SecretCipher } from './secret-encryption.ts'

/*
 * A stored definition: its body without secrets (`{ kept: true }` in their place, references unchanged), and the
 * encrypted secrets by their place in the body.
 */

type Secret = { kept: true } | { value: string } | { reference: string }
const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && ('kept' in value || 'value' in value || 'reference' in value)

/** Returns every secret of a body with its place. */
export function secretsOf({ authentication, configurations }: ExternalCallBody): { place: string; secret: Secret }[] {
  const of = (place: string, secret: Secret | null) =>
    secret === null ? [] : [{ place: `authentication.${place}`, secret }]
  const own = (): { place: string; secret: Secret }[] => {
    switch (authentication.method) {
      case 'anonymous':
        return []
      case 'basic':
        return of('password', authentication.password)
      case 'customToken':
        return of('password', authentication.tokenAuthentication === 'basic' ? authentication.password : null)
      case 'oauth':
        return of('clientSecret', authentication.clientSecret)
      case 'certificate':
      case 'entra':
        return of('certificate', authentication.certificate)
    }
  }
  return [
    ...own(),
    ...configurations.flatMap(({ name, value }) =>
      isSecret(value) ? [{ place: `configurations.${name.toLowerCase()}`, secret: value }] : [],
    ),
  ]
}

/** Returns the body as it is stored and shown: values of secrets are stored separately. */
export function withoutSecrets(body: ExternalCallBody): ExternalCallBody {
  const hide = <T>(value: T): T => (isSecret(value) && 'value' in value ? ({ kept: true } as T) : value)
  return {
    ...body,
    configurations: body.configurations.map(({ name, value }) => ({ name, value: hide(value) })),
    authentication: Object.fromEntries(
      Object.entries(body.authentication).map(([key, value]) => [key, hide<unknown>(value)]),
    ) as ExternalCallBody['authentication'],
  }
}

/** Returns the place of a secret: it is encrypted for this place, and decrypted for no other. */
export const secretPlace = (environmentId: string, callId: string, place: string): string =>
  `external-call ${environmentId} ${callId} ${place}`

export interface StoredCallDefinition {
  id: string
  environment_id: string
  name: string
  version: number
  body: unknown
  secrets: unknown
}
export const parseCallBody = (row: Pick<StoredCallDefinition, 'body'>): ExternalCallBody =>
  externalCallBodySchema.parse(row.body)
export const encryptedSecrets = (row: Pick<StoredCallDefinition, 'secrets'>): Readonly<Record<string, string>> =>
  row.secrets as Record<string, string>

/**
 * Decrypts the secrets of a definition; `body` may contain values that are not stored yet. @throws OutgoingCallError
 */
export async function decryptSecrets(
  body: ExternalCallBody,
  stored: Pick<StoredCallDefinition, 'id' | 'environment_id' | 'secrets'> | null,
  { cipher, vault }: { cipher: SecretCipher; vault: KeyVault | null },
): Promise<Secrets> {
  return new Map(
    await Promise.all(
      secretsOf(body).map(async ({ place, secret }): Promise<[string, string]> => {
        if ('value' in secret) return [place, secret.value]
        if ('reference' in secret) {
          if (vault === null)
            throw new OutgoingCallError(
              'definition',
              'A secret is an address in a key vault, and no key vault is connected to this installation.',
            )
          try {
            return [place, await vault.resolve(secret.reference)]
          } catch {
            throw new OutgoingCallError('definition', 'The key vault did not give a secret.')
          }
        }
        const sealed = stored === null ? undefined : encryptedSecrets(stored)[place]
        if (stored === null || sealed === undefined)
          throw new OutgoingCallError('definition', 'A secret is missing. Enter it again.')
        try {
          return [place, await cipher.decrypt(secretPlace(stored.environment_id, stored.id, place), sealed)]
        } catch {
          throw new OutgoingCallError(
            'definition',
            'A stored secret cannot be read with the key of this installation. Enter it again.',
          )
        }
      }),
    ),
  )
}

/** Returns the values of the configurations; `shown`: secret ones as stars. */
export function configurationsOf(
  { configurations }: ExternalCallBody,
  secrets: Secrets,
  shown: boolean,
): Map<string, string> {
  return new Map(
    configurations.map(({ name, value }) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : shown ? '***' : (secrets.get(`configurations.${name.toLowerCase()}`) ?? ''),
    ]),
  )
}
