import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import {
  type RuleDiagnostic,
  type VelocitySetBody,
  velocityLimits,
  velocityTemplates,
} from '@assay/risk-service/contract'
import { ChevronDown, Funnel, Plus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PartsRail } from '../../../platform/authoring/editor/parts-rail.tsx'
import type { Parts } from '../../../platform/authoring/editor/use-parts.tsx'
import { conditionSummaryOf } from '../../../platform/authoring/fql/clause-summary.ts'
import { type VelocitySetEdit, velocityName, velocitySummary, withFreeName } from '../velocity-set-draft.ts'

interface VelocitySetRailProps {
  body: VelocitySetBody
  edit: (edit: VelocitySetEdit) => void
  parts: Parts
  problems: readonly RuleDiagnostic[]
}

const blank = 'SELECT Count() AS velocity\nFROM Purchase\nGROUPBY @"user.userId"'

/** The condition and the velocities of a set, each with what it counts and its faults. */
export function VelocitySetRail({ body, edit, parts, problems }: VelocitySetRailProps) {
  const intl = useIntl()
  const names = body.velocities.flatMap(({ text }) => velocityName(text) ?? [])
  const add = (text: string) => {
    const index = body.velocities.length
    edit({ type: 'insert', index, text: withFreeName(text, names) })
    parts.setPart(index)
  }
  const condition = conditionSummaryOf(body.condition)
  return (
    <PartsRail
      label={intl.formatMessage({ id: 'Velocities.Rail' })}
      parts={parts}
      problems={problems}
      first={{
        heading: <FormattedMessage id="Authoring.Condition" />,
        icon: Funnel,
        title:
          condition === null ? (
            <span className="text-fg-secondary">
              <FormattedMessage id="Velocities.Every" />
            </span>
          ) : (
            <bdi dir="ltr" className="inline-block max-w-full truncate align-bottom font-mono text-xs">
              {condition}
            </bdi>
          ),
      }}
      heading={<FormattedMessage id="Velocities.Title" />}
      entries={body.velocities.map(({ text }) => ({
        title: <bdi dir="ltr">{velocityName(text) ?? <FormattedMessage id="Velocities.Unnamed" />}</bdi>,
        gist: <bdi dir="ltr">{velocitySummary(text)}</bdi>,
      }))}
      add={
        parts.change
          ? button => (
              <DropdownMenu>
                <DropdownMenuTrigger asChild>
                  <Button {...button} variant="ghost" size="sm">
                    <Icon icon={Plus} size={12} />
                    <FormattedMessage id="Velocities.NewVelocity" />
                    <Icon icon={ChevronDown} size={12} />
                  </Button>
                </DropdownMenuTrigger>
                <DropdownMenuContent align="end">
                  <DropdownMenuItem onSelect={() => add(blank)}>
                    <FormattedMessage id="Velocities.Template.blank" />
                  </DropdownMenuItem>
                  <DropdownMenuSeparator />
                  {velocityTemplates.map(({ key, text }) => (
                    <DropdownMenuItem key={key} onSelect={() => add(text)}>
                      <FormattedMessage id={`Velocities.Template.${key}`} />
                    </DropdownMenuItem>
                  ))}
                </DropdownMenuContent>
              </DropdownMenu>
            )
          : undefined
      }
      full={
        body.velocities.length >= velocityLimits.velocitiesPerSet ? (
          <FormattedMessage id="Velocities.Full" values={{ count: velocityLimits.velocitiesPerSet }} />
        ) : null
      }
      help={
        <FormattedMessage
          id="Velocities.Help"
          values={{
            code: chunks => (
              <code key="code" dir="ltr" className="font-mono wrap-anywhere">
                {chunks}
              </code>
            ),
          }}
        />
      }
    />
  )
}
