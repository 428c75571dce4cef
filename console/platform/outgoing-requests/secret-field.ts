/**
 * A secret in a form. `stored`: the service stores one, which is never shown; it stays unchanged while `kind` is
 * `kept`.
 */
export interface SecretField {
  kind: 'kept' | 'value' | 'reference'
  text: string
  stored: boolean
}
type SecretInputValue = { kept: true } | { value: string } | { reference: string }

export const newSecret: SecretField = { kind: 'value', text: '', stored: false }

/** The field of a secret as the service reports it; a new one for anything else. */
export function secretFieldOf(value: unknown): SecretField {
  if (typeof value !== 'object' || value === null) return newSecret
  if ('reference' in value && typeof value.reference === 'string')
    return { kind: 'reference', text: value.reference, stored: false }
  return { kind: 'kept', text: '', stored: true }
}

/** What is sent of it. */
export const secretOf = ({ kind, text }: SecretField): SecretInputValue =>
  kind === 'kept' ? { kept: true } : kind === 'value' ? { value: text } : { reference: text.trim() }

export const isSecretMissing = ({ kind, text }: SecretField): boolean => kind !== 'kept' && text.trim() === ''

/**
 * The placeholder of a secret in a comparison: the kind of its source, and never its value.
 * @param stored the text for a secret that the service stores
 */
export const secretLabel = ({ kind, text }: SecretField, stored: string): string =>
  kind === 'kept' ? stored : kind === 'reference' ? text.trim() : '••••••••'

/** The field without the text of the secret: what the browser may store. */
export const withoutSecretText = (secret: SecretField): SecretField =>
  secret.kind === 'value' ? { ...secret, text: '' } : secret
