/** One suggestion of the editor. */
export interface Completion {
  label: string
  kind: 'keyword' | 'function' | 'namespace' | 'property' | 'method' | 'variable' | 'attribute' | 'value' | 'list'
  /** Signature or type. */
  detail: string
  description?: string
  /** Name of the sentence of a function's description, for its text in another language (`functionDescriptions`). */
  descriptionKey?: string
  /** Replaces the text from `from` to the given offset. */
  apply: string
  from: number
}
