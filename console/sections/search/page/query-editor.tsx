import { Button } from '@assay/design-system'
import { type CodeDiagnostic, CodeEditor, type CodeEditorHandle } from '@assay/design-system/editor'
import type { SearchField } from '@assay/risk-service/contract'
import { fql } from '@assay/risk-service/fql/editor'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { diagnosticText } from '../../../platform/authoring/fql/diagnostics.ts'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import { searchFieldLabel } from '../../../platform/search-fields/search-fields.ts'
import { queryCompletions } from '../query-text/complete-query.ts'
import { type FindField, parseQuery } from '../query-text/parse-query.ts'
import { printQuery, type QueryConditions } from '../query-text/print-query.ts'
import type { QueryIssue } from '../query-text/query-issue.ts'

interface QueryEditorProps {
  eventType: string
  fields: readonly SearchField[]
  query: QueryConditions
  onQueryChange: (query: QueryConditions) => void
  onClose: () => void
}

const toDiagnostic = (intl: IntlShape, issue: QueryIssue): CodeDiagnostic => ({
  // An empty range is widened so that it can be seen.
  from: issue.to > issue.from ? issue.from : Math.max(0, issue.from - 1),
  to: issue.to,
  severity: 'error',
  message:
    issue.code === 'syntax'
      ? diagnosticText(intl, issue.diagnostic)
      : intl.formatMessage({ id: `Search.Query.Issue.${issue.code}` }, issue.values),
})

/** The conditions of a search as a text in the query language, with completion and its first fault. */
export function QueryEditor({ eventType, fields, query, onQueryChange, onClose }: QueryEditorProps) {
  const intl = useIntl()
  const editor = useRef<CodeEditorHandle>(null)
  const findField = useMemo((): FindField => {
    const byId = new Map(fields.map(field => [field.id.toLowerCase(), field]))
    return id => byId.get(id.toLowerCase()) ?? null
  }, [fields])
  const [text, setText] = useRecoverableState<string>(
    'search/query',
    printQuery(query, id => findField(id)?.type ?? null),
  )
  // A text that is being written is not faulty yet: faults are marked from the first attempt on.
  const [attempted, setAttempted] = useState(false)
  const parsed = useMemo(() => parseQuery(text, findField), [text, findField])
  const diagnostics = attempted && parsed.issue ? [toDiagnostic(intl, parsed.issue)] : []
  const completion = useMemo(
    () => queryCompletions(fields, findField, ({ id }) => searchFieldLabel(intl, eventType, id)),
    [fields, findField, intl, eventType],
  )
  useEffect(() => editor.current?.focus(), [])
  const apply = () => {
    setAttempted(true)
    if (parsed.query === null) {
      editor.current?.goTo(parsed.issue.from)
      return
    }
    onQueryChange(parsed.query)
    onClose()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2 border-be border-line-subtle bg-surface-sunken px-page py-3"
      onSubmit={event => {
        event.preventDefault()
        apply()
      }}
    >
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="Search.Query.Help" />
      </p>
      <CodeEditor
        label={intl.formatMessage({ id: 'Search.Query.Label' })}
        value={text}
        onValueChange={setText}
        language={fql}
        completion={completion}
        diagnostics={diagnostics}
        diagnosticList={diagnostics.length > 0}
        wrap
        handle={editor}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          <FormattedMessage id="Search.Query.Cancel" />
        </Button>
        <Button type="submit" variant="primary">
          <FormattedMessage id="Search.Query.Apply" />
        </Button>
      </div>
    </form>
  )
}
