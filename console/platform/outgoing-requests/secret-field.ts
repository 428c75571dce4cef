/** A secret in a form. `stored`: the service holds one, which is never shown; it stays while `kind` is `kept`. */
export interface SecretField {
  kind: 'kept' | 'value' | 'reference'
  text: string
  stored: boolean
}
type SecretInputValue = { kept: true } | { value: string } | { reference: string }

export const newSecret: SecretField = { kind: 'value', text: '', stored: false }

/** The field of a secret as the service tells of it; a new one for anything else. */
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
 * What stands for a secret where both are shown: how it is given, and never what it is. @param stored says that the
 * service holds one
 */
export const secretLabel = ({ kind, text }: SecretField, stored: string): string =>
  kind === 'kept' ? stored : kind === 'reference' ? text.trim() : '••••••••'

/** The field without the text of the secret: what may be kept in the browser. */
export const withoutSecretText = (secret: SecretField): SecretField =>
  secret.kind === 'value' ? { ...secret, text: '' } : secret
