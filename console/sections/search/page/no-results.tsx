import { Button, EmptyState } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

export function NoResults({
  filtered,
  onClear,
  onDropLast,
}: {
  filtered: boolean
  onClear: () => void
  onDropLast: () => void
}) {
  return (
    <EmptyState
      kind="no-results"
      title={<FormattedMessage id="Search.None.Title" />}
      description={<FormattedMessage id={filtered ? 'Search.None.Filtered' : 'Search.None.Period'} />}
      actions={
        <>
          {filtered ? (
            <Button onClick={onDropLast}>
              <FormattedMessage id="Search.None.DropLast" />
            </Button>
          ) : null}
          <Button onClick={onClear}>
            <FormattedMessage id="Search.None.All" />
          </Button>
        </>
      }
    />
  )
}
