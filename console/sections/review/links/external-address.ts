import { type ExternalLink, isMaskedText } from '@assay/risk-service/contract'

/** The plain value at a path such as `productList.0.sku`; null: there is none. */
function valueAt(source: unknown, path: string): string | null {
  let value: unknown = source
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null
    value = (value as Record<string, unknown>)[step]
  }
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

/**
 * Returns the address of a link for an event: its # replaced by the encoded value.
 * @param request the event as the merchant sent it, and as the reader may see it
 * @returns null: the event has no such value, or the reader sees it masked
 */
export function externalAddress({ url, field }: Pick<ExternalLink, 'url' | 'field'>, request: unknown): string | null {
  const value = valueAt(request, field)
  if (value === null || isMaskedText(value)) return null
  // A function: `$&` and its like in a value stand for themselves.
  return url.replace('#', () => encodeURIComponent(value))
}
