import { Arg, Authorized, Mutation, Query, Resolver } from 'type-graphql'
import { ExamineInput, FindingsPage, MendInput, MendPayload } from '../../schema/operators/doctor.js'
import type { Doctor } from '../../src/doctor/doctor.js'
import { mutationCost } from '../pipeline/costs.js'

/** Of the service schema only. */
@Resolver()
export class DoctorResolver {
  constructor(private readonly doctor: Doctor) {}

  @Authorized('SERVICE')
  @Query(() => FindingsPage, {
    nullable: true,
    description: 'Examines a part of the stores for items that deletions should have removed.',
  })
  examine(@Arg('input', () => ExamineInput) input: ExamineInput) {
    return this.doctor.examine(input)
  }

  @Authorized('SERVICE')
  @Mutation(() => MendPayload, { complexity: mutationCost, description: 'Repairs one finding.' })
  async mend(@Arg('input', () => MendInput) input: MendInput) {
    return { mended: await this.doctor.mend(input) }
  }
}
