/** A part of a line of a guide. */
export type GuideRun =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string; external?: boolean }

/** A block of a guide. */
export type GuideBlock =
  | { kind: 'heading'; id: string; level: number; runs: readonly GuideRun[] }
  | { kind: 'paragraph'; runs: readonly GuideRun[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: readonly GuideBlock[] }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly GuideBlock[])[] }
  | { kind: 'table'; head: readonly (readonly GuideRun[])[]; rows: readonly (readonly (readonly GuideRun[])[])[] }

/** The guide of a topic: loading, not loaded, or its text. */
export type HelpGuide =
  | { state: 'loading' }
  | { state: 'failed'; onRetry: () => void }
  | {
      state: 'ready'
      blocks: readonly GuideBlock[]
      /** Language of the text. */
      language: string
      /** Stands above the text: in which language it is. */
      note?: string
      /** Id of the heading that is scrolled to. */
      anchor?: string
    }
