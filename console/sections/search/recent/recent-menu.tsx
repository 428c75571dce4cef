import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import type { SearchFieldType } from '@assay/risk-service/contract'
import { History } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useRecentSearches } from './recent-searches.ts'

interface RecentMenuProps {
  typeOf: (id: string) => SearchFieldType | null
  /** Called with the query of the address of a search. */
  onChoose: (query: string) => void
}

/** The last searches of this person, to run one of them again. */
export function RecentMenu({ typeOf, onChoose }: RecentMenuProps) {
  const nameOf = useAssessmentName()
  const searches = useRecentSearches(typeOf)
  if (searches.length === 0) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost">
          <Icon icon={History} size={12} />
          <FormattedMessage id="Search.Recent" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>
          <FormattedMessage id="Search.Recent.Title" />
        </DropdownMenuLabel>
        {searches.map(({ query, eventType, text }) => (
          <DropdownMenuItem key={query} onSelect={() => onChoose(query)}>
            <span className="flex max-w-[24rem] min-w-0 flex-col">
              <bdi dir="ltr" className="truncate font-mono text-xs">
                {text}
              </bdi>
              <span className="text-xs text-fg-muted">{nameOf(eventType)}</span>
            </span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
