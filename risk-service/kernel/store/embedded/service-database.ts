import type pg from 'pg'
import { codeOf } from '../../errors/error-code.ts'
import { openClient } from '../connection/connection.ts'

/** Role of the service's connections: it owns its database, and has no other right in the cluster. */
export const serviceRole = 'assay_service'
export const databaseName = 'assay'

/** What another start created at the same time. */
const existsAlready = /^(?:42710|42P04|23505)$/

/**
 * Creates the database of the service and the role that owns it, as the superuser of the cluster. A database of an
 * earlier version, which belongs to the superuser, is handed over.
 */
export async function createServiceDatabase(superuser: { host: string; user: string }): Promise<void> {
  const client = await openClient({ ...superuser, database: 'postgres' }, 'assay-setup')
  try {
    await unlessExists(
      client,
      'select 1 from pg_roles where rolname = $1',
      serviceRole,
      `create role ${serviceRole} login`,
    )
    await unlessExists(
      client,
      'select 1 from pg_database where datname = $1',
      databaseName,
      `create database ${databaseName} owner ${serviceRole} strategy file_copy`,
    )
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datdba <> $2::regrole', [
      databaseName,
      serviceRole,
    ])
    if (!rowCount) return
  } finally {
    await client.end()
  }
  await handOver(superuser)
}

async function unlessExists(client: pg.Client, question: string, name: string, statement: string): Promise<void> {
  const { rowCount } = await client.query(question, [name])
  if (rowCount) return
  await client.query(statement).catch((error: unknown) => {
    if (!existsAlready.test(codeOf(error))) throw error
  })
}

/** `reassign owned` refuses for the superuser that the cluster was created with. */
const changesOfOwner = `
with spaces as (
  select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
), members as (
  select classid, objid from pg_depend where deptype = 'e'
), generated as (
  select objid from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i')
)
select format('alter schema %I owner to ${serviceRole}', nspname) as statement from spaces where nspname <> 'public'
union all
select format('alter %s %s owner to ${serviceRole}',
  case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.oid::regclass)
from pg_class c join spaces on spaces.oid = relnamespace
where relkind in ('r', 'p', 'v', 'm', 'S') and not (relkind = 'S' and c.oid in (select objid from generated))
  and ('pg_class'::regclass, c.oid) not in (select * from members)
union all
select format('alter routine %s owner to ${serviceRole}', p.oid::regprocedure)
from pg_proc p join spaces on spaces.oid = pronamespace where ('pg_proc'::regclass, p.oid) not in (select * from members)
union all
select format('alter type %s owner to ${serviceRole}', t.oid::regtype)
from pg_type t join spaces on spaces.oid = typnamespace
where typtype in ('e', 'd') and ('pg_type'::regclass, t.oid) not in (select * from members)`

async function handOver(superuser: { host: string; user: string }): Promise<void> {
  const client = await openClient({ ...superuser, database: databaseName }, 'assay-setup')
  try {
    await client.query('begin')
    const { rows } = await client.query<{ statement: string }>(changesOfOwner)
    for (const { statement } of rows) await client.query(statement)
    await client.query(`alter database ${databaseName} owner to ${serviceRole}`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
