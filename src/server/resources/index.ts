import type { ModelName } from '#contract/model-registry.ts';
import { bet } from './bet.ts';
import { message } from './comment.ts';
import { group } from './group.ts';
import { itemOption } from './item-option.ts';
import { itemRule } from './item-rule.ts';
import { itemType } from './item-type.ts';
import { item } from './item.ts';
import { league } from './league.ts';
import { member } from './member.ts';
import { notification } from './notification.ts';
import { option } from './option.ts';
import { post } from './post.ts';
import type { ModelEndpoint } from './resource.ts';

/** Each model of the registry with what stands behind it. */
export const modelEndpoints: { readonly [N in ModelName]: ModelEndpoint<N> } = {
  bet,
  clan: group,
  item,
  itemoption: itemOption,
  itemrule: itemRule,
  itemtype: itemType,
  member,
  notification,
  option,
  post,
  postcomment: message,
  section: league,
};
