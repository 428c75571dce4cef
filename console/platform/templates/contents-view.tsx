import { DirectionalIcon } from '@assay/design-system'
import type { TemplateContents, TemplatePart } from '@assay/risk-service/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'

/** Names of parts that pages have, too. */
const pageNames: Partial<Record<TemplatePart, string>> = {
  function: 'Functions.Title',
  externalCall: 'Calls.Title',
  externalAssessment: 'ExternalAssessments.Title',
  list: 'Lists.Title',
}
export const partName = (part: TemplatePart): string => pageNames[part] ?? `Templates.Part.${part}`

/** What is in a template: its parts with their numbers, each open on request. */
export function ContentsView({ contents }: { contents: TemplateContents }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="text-xs font-medium text-fg-secondary">
        <FormattedMessage id="Templates.Contents" />
      </h3>
      <ul className="relative max-h-[15rem] overflow-y-auto rounded-control border border-line-subtle py-1">
        {contents.map(group => (
          <Group key={group.part} {...group} />
        ))}
      </ul>
    </section>
  )
}

function Group({ part, names }: TemplateContents[number]) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-row w-full items-center gap-2 px-2 text-start hover:bg-surface-hover focus-ring-inset"
      >
        <DirectionalIcon icon={open ? ChevronDown : ChevronRight} size={12} />
        <span className="min-w-0 flex-1">
          <FormattedMessage id={partName(part)} />
        </span>
        <span className="text-xs text-fg-muted tabular-nums">{names.length}</span>
      </button>
      {open ? (
        <ul className="pbe-1 ps-6 pe-2 text-fg-secondary">
          {names.map((name, index) => (
            <li key={`${index} ${name}`} className="wrap-anywhere">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
