import { CodeEditor, jsonLanguage } from '@assay/design-system/editor'
import { useId } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { JsonProblem } from './decision-json.ts'
import { type JsonPath, readJsonPlaces, shownPath } from './json-places.ts'

const language = jsonLanguage()

/** Messages of problems that the fields have, too. */
const sharedMessages: Partial<Record<JsonProblem['kind'], string>> = {
  few: 'Admin.Decisions.Problem.Few',
  long: 'Common.TooLong',
  many: 'Admin.Options.Problem.Many',
  name: 'Admin.Decisions.Problem.Name',
}

function messageOf({ kind, path, limit, values }: JsonProblem, intl: IntlShape): string {
  const text = intl.formatMessage({ id: sharedMessages[kind] ?? `Admin.Decisions.Json.${kind}` }, { limit, values })
  return path.length === 0 ? text : `${shownPath(path)}: ${text}`
}

interface DecisionJsonEditorProps {
  text: string
  problems: readonly JsonProblem[]
  /** What the service found wrong in statements. */
  statements: readonly { path: JsonPath; message: string }[]
  locked: boolean
  onChange: (text: string) => void
}

/** The decisions as JSON text. What is wrong is marked in it, and listed with its path. */
export function DecisionJsonEditor({ text, problems, statements, locked, onChange }: DecisionJsonEditorProps) {
  const intl = useIntl()
  const help = useId()
  const places = problems.length === 0 && statements.length > 0 ? readJsonPlaces(text) : null
  const diagnostics = [
    ...problems.map(problem => ({ ...problem, message: messageOf(problem, intl) })),
    ...statements.flatMap(({ path, message }) =>
      places === null ? [] : [{ ...places.find(path), message: `${shownPath(path)}: ${message}` }],
    ),
  ]
  return (
    <div className="flex flex-col gap-2">
      <p id={help} className="text-xs text-fg-muted">
        <FormattedMessage id="Admin.Decisions.Json.Text" />
      </p>
      <CodeEditor
        className="h-[32rem] max-h-[70dvh] rounded-control border border-line"
        label={intl.formatMessage({ id: 'Admin.Decisions.View.json' })}
        describedBy={help}
        value={text}
        language={language}
        readOnly={locked}
        diagnostics={diagnostics.map(each => ({ ...each, severity: 'error' }))}
        diagnosticList
        {...(locked
          ? {}
          : {
              onValueChange: (next: string) => {
                if (next !== text) onChange(next)
              },
            })}
      />
    </div>
  )
}
