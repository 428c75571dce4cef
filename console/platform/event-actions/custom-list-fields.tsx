import { Field, Select } from '@assay/design-system'
import type { SupportListId } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

interface CustomListFieldsProps {
  /** Columns of the list. */
  columns: readonly string[]
  column: string
  onColumnChange: (column: string) => void
  /** Kinds of values that can be added. */
  kinds: readonly SupportListId[]
  /** The kind that is added. */
  kind: SupportListId
  onKindChange: (kind: SupportListId) => void
}

/** Which values of events are added to a custom list, and to which of its columns. */
export function CustomListFields({
  columns,
  column,
  onColumnChange,
  kinds,
  kind,
  onKindChange,
}: CustomListFieldsProps) {
  const intl = useIntl()
  return (
    <>
      <Field required label={<FormattedMessage id="Search.List.Values" />}>
        <Select
          options={kinds.map(value => ({ value, label: intl.formatMessage({ id: `Events.Entity.${value}` }) }))}
          value={kind}
          onValueChange={next => onKindChange(kinds.find(each => each === next) ?? kind)}
        />
      </Field>
      <Field required label={<FormattedMessage id="Search.List.Column" />}>
        <Select
          options={columns.map(name => ({ value: name, label: name }))}
          value={column}
          onValueChange={onColumnChange}
        />
      </Field>
    </>
  )
}
