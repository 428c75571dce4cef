import { type Kysely, sql } from 'kysely'

/**
 * Access control: who assigned a role, when a call needed it last, what the directory last said of a user, and
 * invitations. The roles of an invitation are no assignments until it is accepted: nothing counts on somebody who never
 * comes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table principal
    add column guest boolean not null default false,
    add column directory_roles text[] not null default '{}',
    add column signed_in_at timestamptz`,
  // Of assignments from before, no use is known.
  `alter table role_assignment
    add column assigned_by_name text,
    add column use_recorded_from timestamptz not null default now()`,
  `create index role_assignment_environment on role_assignment (environment_id)`,
  `create table group_member (
    tenant_id uuid not null references tenant (id),
    group_id uuid not null,
    member_id uuid not null,
    primary key (tenant_id, group_id, member_id)
  )`,
  `create index group_member_of on group_member (tenant_id, member_id)`,
  `create table invitation (
    tenant_id uuid not null references tenant (id),
    principal_id uuid not null,
    address text not null,
    invited_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (tenant_id, principal_id)
  )`,
  `create unique index invitation_address on invitation (tenant_id, lower(address))`,
  `create table invitation_role (
    tenant_id uuid not null,
    principal_id uuid not null,
    environment_id uuid references environment (id),
    role text not null,
    created_at timestamptz not null default now(),
    assigned_by_name text,
    foreign key (tenant_id, principal_id) references invitation (tenant_id, principal_id) on delete cascade
  )`,
  `create unique index invitation_role_once on invitation_role
    (tenant_id, principal_id, role, coalesce(environment_id, '00000000-0000-0000-0000-000000000000'::uuid))`,
  `create table role_use (
    tenant_id uuid not null references tenant (id),
    principal_id uuid not null,
    role text not null,
    environment_id uuid,
    used_on date not null
  )`,
  `create unique index role_use_once on role_use
    (tenant_id, principal_id, role, coalesce(environment_id, '00000000-0000-0000-0000-000000000000'::uuid))`,
]
