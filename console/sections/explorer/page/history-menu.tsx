import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { History } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ExplorerStart } from '../query/explorer-state.ts'
import type { QueryEntry } from '../query/use-query-history.ts'

interface HistoryMenuProps {
  entries: readonly QueryEntry[]
  /** What a query started from, in words. */
  textOf: (start: ExplorerStart) => string
  /** Index of the query that is shown. */
  at: number
  onGoTo: (index: number) => void
}

/** The queries since the page was opened, the newest first. */
export function HistoryMenu({ entries, textOf, at, onGoTo }: HistoryMenuProps) {
  const intl = useIntl()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" disabled={entries.length === 0}>
          <Icon icon={History} />
          <FormattedMessage id="Explorer.History" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-[24rem] overflow-y-auto">
        {[...entries].reverse().map(entry => {
          const index = entries.indexOf(entry)
          return (
            <DropdownMenuItem
              key={entry.id}
              disabled={index === at}
              aria-label={intl.formatMessage({ id: 'Explorer.GoTo' }, { query: textOf(entry.state.start) })}
              onSelect={() => onGoTo(index)}
            >
              <bdi className="max-w-[20rem] truncate">{textOf(entry.state.start)}</bdi>
            </DropdownMenuItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
