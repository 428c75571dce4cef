import { describe, expect, it, test } from 'vitest'
import { environmentStatuses } from '../../contract/common/constants.ts'
import {
  customerApiIdPattern,
  displayNamePattern,
  environmentNamePattern,
  environmentStatusLabels,
  environmentTransitions,
  isDisplayName,
  isInStatusGroup,
  isStatusShown,
  isUsableEnvironment,
} from '../../contract/environments/environment-definitions.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import { assertTransition } from './transitions.ts'

const members = (group: Parameters<typeof isInStatusGroup>[0]) =>
  environmentStatuses.filter(status => isInStatusGroup(group, status))

describe('statuses', () => {
  it('[spec 4.1] statuses are New, Creating, Active, CreateFailed, Error, SoftDeleting, Deleted, Deleting, DeleteFailed', () => {
    expect(environmentStatuses).toEqual([
      'New',
      'Creating',
      'Active',
      'CreateFailed',
      'Error',
      'SoftDeleting',
      'Deleted',
      'Deleting',
      'DeleteFailed',
    ])
  })
  it('[spec 4.2] ready is Active', () => {
    expect(members('ready')).toEqual(['Active'])
  })
  it('[spec 4.3] being created is New or Creating', () => {
    expect(members('beingCreated')).toEqual(['New', 'Creating'])
  })
  it('[spec 4.4] statuses in progress is New, Creating or SoftDeleting', () => {
    expect(members('inProgress')).toEqual(['New', 'Creating', 'SoftDeleting'])
  })
  it('[spec 4.5] failed is CreateFailed or Error', () => {
    expect(members('failed')).toEqual(['CreateFailed', 'Error'])
  })
  it('[spec 4.6] New, Creating, Active show as themselves', () => {
    expect([environmentStatusLabels.New, environmentStatusLabels.Creating, environmentStatusLabels.Active]).toEqual([
      'New',
      'Creating',
      'Active',
    ])
  })
  it("[spec 4.7] SoftDeleting shows 'Deleting'", () => {
    expect(environmentStatusLabels.SoftDeleting).toBe('Deleting')
  })
  it("[spec 4.8] Error and CreateFailed show 'Failed'", () => {
    expect([environmentStatusLabels.Error, environmentStatusLabels.CreateFailed]).toEqual(['Failed', 'Failed'])
  })
  it('[spec 4.9] Deleted, Deleting and DeleteFailed show nothing', () => {
    expect(environmentStatuses.filter(status => !isStatusShown(status))).toEqual([
      'Deleted',
      'Deleting',
      'DeleteFailed',
    ])
  })
  it.each(environmentStatuses.flatMap(status => [true, false].map(hasAccess => ({ status, hasAccess }))))(
    '[spec 4.10] [spec 6.5] with access $hasAccess and status $status',
    environment => {
      expect(isUsableEnvironment(environment)).toBe(environment.hasAccess && environment.status === 'Active')
    },
  )
})

describe('names', () => {
  it.each(['Harbor', 'harbor-eu', 'Harbor_EU_2', '-', '_', '7', 'a'.repeat(200)])(
    '[spec 5.1] %s is letters, digits, underscores and hyphens',
    name => {
      expect(environmentNamePattern.test(name)).toBe(true)
    },
  )
  it.each(['', 'Harbor EU', 'Harbor.EU', 'Hafen-Ä', 'a/b', 'x\n', '=1', '港', ' a', '🙂'])(
    '[spec 5.1] %j is not',
    name => {
      expect(environmentNamePattern.test(name)).toBe(false)
    },
  )
  it.each(['H', '_', '7 seas', 'Harbor EU', 'a'.repeat(60), `a${' '.repeat(59)}`])(
    '[spec 5.3] %j is a word character and up to 59 word characters or spaces',
    name => {
      expect(displayNamePattern.test(name)).toBe(true)
    },
  )
  it.each(['', ' Harbor', 'a'.repeat(61), 'Harbor-EU', 'a\tb', 'é'])('[spec 5.3] %j is not', name => {
    expect(displayNamePattern.test(name)).toBe(false)
  })
  it('a display name may repeat the name, hyphens and all', () => {
    expect([isDisplayName('Harbor-EU', 'Harbor-EU'), isDisplayName('Harbor-EU', 'Harbor')]).toEqual([true, false])
  })
  it('customer API ids have letters, digits and hyphens', () => {
    expect(['a', 'harbor-eu-1', 'A'.repeat(64)].every(id => customerApiIdPattern.test(id))).toBe(true)
    expect(['', 'a_b', 'a b', 'A'.repeat(65), 'a/b'].some(id => customerApiIdPattern.test(id))).toBe(false)
  })
})

/** The table of the specification, written by hand a second time. */
const table = [
  'New>Creating',
  'New>CreateFailed',
  'Creating>CreateFailed',
  'Creating>Active',
  'CreateFailed>Creating',
  'CreateFailed>Deleting',
  'Active>Error',
  'Error>Active',
  'Active>SoftDeleting',
  'Error>SoftDeleting',
  'SoftDeleting>Deleting',
  'SoftDeleting>Error',
  'Deleting>Deleted',
  'Deleting>DeleteFailed',
  'DeleteFailed>Deleting',
]

describe('transitions', () => {
  test.each(
    environmentStatuses.flatMap(from =>
      environmentStatuses.map(to => ({ from, to, allowed: table.includes(`${from}>${to}`) })),
    ),
  )('$from to $to: $allowed', ({ from, to, allowed }) => {
    if (allowed) return expect(() => assertTransition('E', from, to)).not.toThrow()
    expect(() => assertTransition('E', from, to)).toThrow(ConflictError)
    try {
      assertTransition('E', from, to)
    } catch (error) {
      expect((error as ConflictError).data.reason).toBe('environment.invalidTransition')
    }
  })
  it('transitions are as many as the table has', () => {
    expect(Object.values(environmentTransitions).flat()).toHaveLength(table.length)
  })
  it('transitions end with Deleted, and unknown statuses lead nowhere', () => {
    expect(environmentTransitions.Deleted).toEqual([])
    expect(() => assertTransition('E', 'Nonsense', 'Active')).toThrow(ConflictError)
    expect(() => assertTransition('E', 'constructor', 'Active')).toThrow(ConflictError)
  })
})
