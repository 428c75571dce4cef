import { useDndContext, useDroppable } from '@dnd-kit/core'
import { Plus } from 'lucide-react'
import { Fragment } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Select } from '../../forms/select/select.tsx'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { ItemFrame } from './item-frame.tsx'
import { QueryCondition } from './query-condition.tsx'
import { useQuery } from './query-context.ts'
import {
  canInsert,
  countConditions,
  findItem,
  isQueryGroup,
  maxQueryDepth,
  type QueryGroup,
  queryModes,
} from './query-model.ts'

const modeNames = { all: 'ModeAll', any: 'ModeAny', none: 'ModeNone' } as const

/** A drop target between two members. */
function Gap({ group, index }: { group: string; index: number }) {
  const { root } = useQuery('Gap')
  const { active } = useDndContext()
  const dragged = active ? findItem(root, String(active.id))?.item : undefined
  const { setNodeRef, isOver } = useDroppable({
    id: `${group}:${index}`,
    data: { group, index },
    disabled: !dragged || !canInsert(root, dragged, group),
  })
  return (
    <div
      ref={setNodeRef}
      aria-hidden
      className={cn('-my-px h-0.5 rounded-mark border border-transparent', isOver && 'border-accent bg-accent')}
    />
  )
}

/** The connective of the members of a group. */
function Mode({ group }: { group: QueryGroup }) {
  const intl = useIntl()
  const { replace, readOnly } = useQuery('Mode')
  if (readOnly)
    return (
      <p className="font-medium">
        <FormattedMessage id={`DesignSystem.QueryBuilder.${modeNames[group.mode]}`} />
      </p>
    )
  return (
    <Select
      data-start
      size="sm"
      aria-label={intl.formatMessage({ id: 'DesignSystem.QueryBuilder.Mode' })}
      options={queryModes.map(value => ({
        value,
        label: intl.formatMessage({ id: `DesignSystem.QueryBuilder.${modeNames[value]}` }),
      }))}
      value={group.mode}
      onValueChange={mode => replace({ ...group, mode })}
      className="w-fit font-medium"
    />
  )
}

/** The members of a group with their connective, and the buttons to add more. */
function Members({ group, depth }: { group: QueryGroup; depth: number }) {
  const { add, readOnly, issues } = useQuery('Members')
  const named = useGroupName()
  const deepest = depth + 1 >= maxQueryDepth
  return (
    <>
      {group.items.length === 0 ? (
        <p className={cn('text-xs', issues.has(group.id) ? 'text-danger-text' : 'text-fg-muted')}>
          <FormattedMessage
            id={issues.has(group.id) ? 'DesignSystem.QueryBuilder.EmptyGroup' : 'DesignSystem.QueryBuilder.Empty'}
          />
        </p>
      ) : null}
      <ol className="flex flex-col gap-1">
        <li aria-hidden>
          <Gap group={group.id} index={0} />
        </li>
        {group.items.map((item, index) => (
          <Fragment key={item.id}>
            <li className="flex flex-col gap-1">
              {index > 0 ? (
                <span className={cn('text-xs text-fg-muted', !readOnly && 'ps-6')}>
                  <FormattedMessage id={`DesignSystem.QueryBuilder.${group.mode === 'all' ? 'And' : 'Or'}`} />
                </span>
              ) : null}
              {isQueryGroup(item) ? (
                <ItemFrame
                  item={item}
                  {...named(item)}
                  className="rounded-control border border-line bg-surface-sunken p-2"
                  below={<Members group={item} depth={depth + 1} />}
                >
                  <Mode group={item} />
                </ItemFrame>
              ) : (
                <QueryCondition condition={item} />
              )}
            </li>
            <li aria-hidden>
              <Gap group={group.id} index={index + 1} />
            </li>
          </Fragment>
        ))}
      </ol>
      {readOnly ? null : (
        <div className="flex flex-wrap items-center gap-1">
          <Button variant="ghost" size="sm" data-add onClick={() => add('condition', { group: group.id })}>
            <Icon icon={Plus} size={12} />
            <FormattedMessage id="DesignSystem.QueryBuilder.AddCondition" />
          </Button>
          {deepest ? (
            <span className="text-xs text-fg-muted">
              <FormattedMessage id="DesignSystem.QueryBuilder.TooDeep" values={{ depth: maxQueryDepth }} />
            </span>
          ) : (
            <Button variant="ghost" size="sm" onClick={() => add('group', { group: group.id })}>
              <Icon icon={Plus} size={12} />
              <FormattedMessage id="DesignSystem.QueryBuilder.AddGroup" />
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Props that make an element a group of conditions for assistive technology, and identify it. */
function useGroupName() {
  const intl = useIntl()
  return (group: QueryGroup) => ({
    role: 'group',
    'data-group': group.id,
    'aria-label': intl.formatMessage(
      { id: 'DesignSystem.QueryBuilder.Group' },
      { mode: group.mode, count: countConditions(group) },
    ),
  })
}

/** The outermost group: it can be neither moved nor removed. */
export function QueryGroupBody({ group }: { group: QueryGroup }) {
  const named = useGroupName()
  return (
    <div {...named(group)} className="flex flex-col gap-1">
      <Mode group={group} />
      <Members group={group} depth={0} />
    </div>
  )
}
