import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Plus } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import type { TemplateSource } from '../../platform/templates/create-template-dialog.tsx'

interface NewTemplateButtonProps {
  disabled: boolean
  onChoose: (source: TemplateSource, name: string) => void
}

/**
 * Makes a template of this environment, or of an assessment that was made in it. Rules become templates in their own
 * list.
 */
export function NewTemplateButton({ disabled, onChoose }: NewTemplateButtonProps) {
  const can = useCan()
  const environment = useEnvironment()
  const ofAssessments = can('templates.assessment', 'write')
  const sources = useQuery({
    ...api.assessmentTemplates.sources.queryOptions({ input: { environmentId: environment.id } }),
    enabled: ofAssessments,
    staleTime: 60_000,
  })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="primary" disabled={disabled}>
          <Icon icon={Plus} />
          <FormattedMessage id="Templates.Create" />
          <Icon icon={ChevronDown} size={12} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {can('templates.environment', 'write') ? (
          <DropdownMenuItem onSelect={() => onChoose({ kind: 'environment' }, environment.friendlyName)}>
            <FormattedMessage
              id="Templates.Of.environment"
              values={{ name: <bdi key="name">{environment.friendlyName}</bdi> }}
            />
          </DropdownMenuItem>
        ) : null}
        {ofAssessments
          ? (sources.data ?? []).map(({ eventType, name }) => (
              <DropdownMenuItem key={eventType} onSelect={() => onChoose({ kind: 'assessment', eventType }, name)}>
                <FormattedMessage id="Templates.Of.assessment" values={{ name: <bdi key="name">{name}</bdi> }} />
              </DropdownMenuItem>
            ))
          : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
