import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql'
import {
  AuditAction,
  AuditDetail,
  AuditEntry,
  AuditEntryConnection,
  AuditTargetInput,
} from '../../schema/operators/audit.js'
import { Account } from '../../schema/accounts/account.js'
import { rules } from '../../schema/rules.js'
import { accountIdOf, type AuditAction as Action } from '../../src/audit/audit-entry.js'
import type { Audit } from '../../src/audit/audit.js'
import type { RequestContext } from '../context/request-context.js'
import { auditDetailsCost, searchablePageCost } from '../pipeline/costs.js'
import { argumentRule } from '../pipeline/validate-input.js'

@Resolver(() => AuditEntry)
export class AuditResolver {
  constructor(private readonly audit: Audit) {}

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => AuditEntryConnection, {
    nullable: true,
    complexity: searchablePageCost,
    name: 'auditLog',
    description: 'For administrators: the acts of administrators and of the operator, the newest first.',
  })
  list(
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('actions', () => [AuditAction], { nullable: true, description: 'Only these acts.' })
    actions?: readonly Action[] | null,
    @Arg('actorId', () => ID, { nullable: true, description: 'Only those of this account.' }) actorId?: string | null,
    @Arg('target', () => AuditTargetInput, { nullable: true, description: 'Only those that changed it.' })
    target?: AuditTargetInput | null,
    @Arg('search', () => String, {
      nullable: true,
      validateFn: argumentRule('search', rules.search),
      description:
        'Only acts with this text, in any case, in the name of the act, the name of the actor, or the id or name of the target.',
    })
    search?: string | null,
  ) {
    return this.audit.list({ first, after, actions, actorId, target, search })
  }

  @FieldResolver(() => Account, {
    nullable: true,
    description: 'The account that is the target, or that owns it; null if it is neither, or the account is deleted.',
  })
  account(@Root() entry: AuditEntry, @Ctx() { loaders }: RequestContext) {
    const id = accountIdOf(entry)
    return id === undefined ? null : loaders.user.load(id)
  }

  @FieldResolver(() => [AuditDetail], {
    complexity: auditDetailsCost,
    description: 'Values of the act, such as `from` and `to` of a changed role. Never a secret.',
  })
  details(@Root() { details }: AuditEntry) {
    return Object.entries(details).map(([name, value]) => ({ name, value: value === null ? null : String(value) }))
  }
}
