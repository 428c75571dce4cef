import type { CodeDocs, CodeSignatures, CompletionSource } from '@assay/design-system/editor'
import { defined } from '@assay/risk-service/contract'
import { type CheckEnvironment, hover, type PartContext, signatureHelp } from '@assay/risk-service/fql'
import { fqlCompletions } from '@assay/risk-service/fql/editor'
import type { IntlShape } from 'react-intl'

/** Words that completion shows beside a name, spelled as in the query language. */
const messageIds: Readonly<Record<string, string>> = {
  keyword: 'Fql.Kind.Keyword',
  namespace: 'Fql.Kind.Namespace',
  variable: 'Fql.Kind.Variable',
  queue: 'Fql.Kind.Queue',
  list: 'Fql.Word.List',
  column: 'Fql.Word.Column',
  Velocity: 'Fql.Word.Velocity',
  'External call': 'Fql.Word.ExternalCall',
  'External assessment': 'Fql.Word.ExternalAssessment',
  Function: 'Fql.Word.Function',
}

const withDetail = (detail: string | undefined): { detail?: string } => (detail ? { detail } : {})

/**
 * Completion, explanations of words and signatures of calls in the query language, in the language of the user. Names
 * stay as they are written.
 */
export function languageHelp(
  intl: IntlShape,
  context: PartContext,
  names: CheckEnvironment,
): { completion: CompletionSource; docs: CodeDocs; signatures: CodeSignatures } {
  const described = (key: string) => intl.formatMessage({ id: `Fql.Function.${key}` })
  const description = (found: { description?: string; descriptionKey?: string }) =>
    found.descriptionKey === undefined ? found.description : described(found.descriptionKey)
  const word = (english: string) => {
    const id = messageIds[english]
    return id === undefined ? english : intl.formatMessage({ id })
  }
  return {
    completion: fqlCompletions({ context, environment: () => names, texts: { description: described, word } }),
    docs: (code, offset) => {
      const found = hover(code, offset, names)
      return found && { from: found.from, to: found.to, title: found.title, ...withDetail(description(found)) }
    },
    signatures: (code, offset) => {
      const found = signatureHelp(code, offset, names)
      return (
        found && {
          from: found.from,
          signatures: found.signatures.map(each => ({
            label: each.label,
            ...withDetail(description(each)),
            ...defined({ marked: each.marked }),
          })),
        }
      )
    },
  }
}
