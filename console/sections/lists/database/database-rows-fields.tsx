import { Field, MultiSelect, Select, Skeleton } from '@assay/design-system'
import { defined, listLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { listIssueText } from '../list-file-issues.tsx'
import { DatabaseRowsGrid } from './database-rows-grid.tsx'
import type { DatabaseListState } from './use-database-list.ts'

interface DatabaseRowsFieldsProps {
  source: DatabaseListState
}

/** Container and columns of a database that was reached, and its first rows. */
export function DatabaseRowsFields({ source }: DatabaseRowsFieldsProps) {
  const intl = useIntl()
  const { form, tested, containers, rows, running, problem } = source
  if (!tested) return null
  const columnFault =
    problem?.kind === 'columns'
      ? problem.problems.map(each => listIssueText(intl, each)).join(' ')
      : source.issueAt('columns')
  const columnNames = [...new Set([...(rows?.columns ?? []), ...form.columns])]
  const shown = form.columns.filter(name => rows?.columns.includes(name))
  return (
    <>
      <Field label={<FormattedMessage id="Lists.Source.Container" />} required>
        <Select
          value={form.container}
          disabled={running !== null}
          placeholder={intl.formatMessage({ id: 'Lists.Source.Container.Choose' })}
          options={(containers ?? [form.container]).map(name => ({ value: name, label: name }))}
          onValueChange={source.choose}
        />
      </Field>
      {form.container === '' ? null : (
        <>
          <Field
            label={<FormattedMessage id="Lists.Column.Columns" />}
            required
            description={<FormattedMessage id="Lists.Source.Columns.Help" />}
            {...defined({ error: columnFault })}
          >
            <MultiSelect
              value={form.columns}
              maxTags={listLimits.sourceColumns}
              disabled={running === 'rows' || running === 'save'}
              options={columnNames.map(name => ({ value: name, label: name }))}
              onValueChange={source.pick}
              onCreate={text => source.pick([...new Set([...form.columns, text.trim()])])}
            />
          </Field>
          {running === 'rows' ? (
            <div aria-busy="true" className="flex flex-col gap-3">
              <Skeleton className="h-2 w-full" />
              <Skeleton className="h-2 w-2/3" />
            </div>
          ) : rows === null ? null : (
            <DatabaseRowsGrid columns={shown} rows={rows.rows} />
          )}
        </>
      )}
    </>
  )
}
