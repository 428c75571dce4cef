import { Button, DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator, DropdownMenuTrigger, Icon } from '@assay/design-system'
import { velocityLimits, velocityTemplates, type RuleProblem, type VelocitySetBody } from '@assay/risk-service/contract'
import { ChevronDown, Funnel, Plus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conditionGist } from '../../platform/authoring/gist.ts'
import { countErrors, type Part } from '../../platform/authoring/problems.ts'
import { RailEntry } from '../../platform/authoring/rail-entry.tsx'
import { velocityGist, velocityName, withFreeName, type SetEdit } from './draft.ts'

interface SetRailProps {
  body: VelocitySetBody
  edit: (edit: SetEdit) => void
  canEdit: boolean
  part: Part
  onPart: (part: Part) => void
  problems: readonly RuleProblem[]
}

const blank = 'SELECT Count() AS velocity\nFROM Purchase\nGROUPBY @"user.userId"'

/** The condition and the velocities of a set, each with what it counts and its faults. */
export function SetRail({ body, edit, canEdit, part, onPart, problems }: SetRailProps) {
  const intl = useIntl()
  const names = body.velocities.flatMap(({ text }) => velocityName(text) ?? [])
  const full = body.velocities.length >= velocityLimits.velocitiesPerSet
  const add = (text: string) => {
    const index = body.velocities.length
    edit({ type: 'insert', index, text: withFreeName(text, names) })
    onPart(index)
  }
  const condition = conditionGist(body.condition)
  return (
    <nav aria-label={intl.formatMessage({ id: 'Velocities.Rail' })} className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto bg-canvas">
      <h2 className="flex min-h-bar shrink-0 items-center px-4 font-semibold"><FormattedMessage id="Rules.Condition.Title" /></h2>
      <div className="px-2">
        <RailEntry
          current={part === 'condition'} onClick={() => onPart('condition')} start={<Icon icon={Funnel} size={12} className="text-fg-muted" />} errors={countErrors(problems, 'condition')}
          title={condition === null ? <span className="text-fg-secondary"><FormattedMessage id="Velocities.Every" /></span> : <bdi dir="ltr" className="font-mono text-xs">{condition}</bdi>}
        />
      </div>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 ps-4 pe-2 pbs-2">
        <h2 className="font-semibold"><FormattedMessage id="Velocities.Title" /></h2>
        <span className="text-xs text-fg-muted tabular-nums">{body.velocities.length}</span>
        {canEdit ? (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="sm" className="ms-auto" disabled={full} {...(full ? { 'aria-describedby': 'velocities-full' } : {})}><Icon icon={Plus} size={12} /><FormattedMessage id="Velocities.NewVelocity" /><Icon icon={ChevronDown} size={12} /></Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              <DropdownMenuItem onSelect={() => add(blank)}><FormattedMessage id="Velocities.Template.blank" /></DropdownMenuItem>
              <DropdownMenuSeparator />
              {velocityTemplates.map(({ key, text }) => <DropdownMenuItem key={key} onSelect={() => add(text)}><FormattedMessage id={`Velocities.Template.${key}`} /></DropdownMenuItem>)}
            </DropdownMenuContent>
          </DropdownMenu>
        ) : null}
      </div>
      <ol className="flex flex-col gap-0.5 px-2 pbe-2">
        {body.velocities.map(({ text }, index) => (
          <li key={index}>
            <RailEntry
              current={part === index} onClick={() => onPart(index)} start={<span className="text-xs text-fg-muted tabular-nums">{index + 1}</span>} errors={countErrors(problems, index)}
              title={<bdi dir="ltr">{velocityName(text) ?? <FormattedMessage id="Velocities.Unnamed" />}</bdi>} gist={<bdi dir="ltr">{velocityGist(text)}</bdi>}
            />
          </li>
        ))}
      </ol>
      {full && canEdit ? <p id="velocities-full" className="px-4 pbe-2 text-xs text-fg-secondary"><FormattedMessage id="Velocities.Full" values={{ count: velocityLimits.velocitiesPerSet }} /></p> : null}
      <p className="mbs-auto px-4 py-3 text-xs text-fg-muted"><FormattedMessage id="Velocities.Help" values={{ code: chunks => <code key="code" dir="ltr" className="font-mono wrap-anywhere">{chunks}</code> }} /></p>
    </nav>
  )
}
