import { useFormat } from '@assay/design-system'
import { findEntity } from '@assay/risk-service/upload-files'
import { useIntl } from 'react-intl'

/** What the check of the page, or a run of the service, found wrong. */
interface FoundIssue {
  code: string
  attribute: string | null
  params: Readonly<Record<string, string | number>>
}

/** What is wrong with the file of an entity, in the words of the reader. */
export function useIssueText(entityName: string): (issue: FoundIssue) => string {
  const intl = useIntl()
  const format = useFormat()
  const columns = findEntity(entityName)?.columns ?? []
  return ({ code, attribute, params }) => {
    const definition = columns.find(({ name }) => name === attribute)
    const kind = definition?.format
    const values = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'number'
          ? format.number(value)
          : name === 'format' && kind !== undefined
            ? intl.formatMessage({ id: `Upload.Kind.${kind}` })
            : value,
      ]),
    )
    const id = code === 'U-13' && definition?.type === 'int' ? 'U13whole' : code.replace('-', '')
    return intl.formatMessage({ id: `Upload.Issue.${id}` }, values)
  }
}
