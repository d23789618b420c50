import type { User } from '../../platform/api/things.ts';
import { shownPerson } from '../../ui/ids/display-names.ts';
import { Picker, type PickerProps } from './Picker.tsx';
import classes from './Picker.module.css';
import { pickUserQuery } from './pickers.queries.ts';

type PickedUser = Pick<User, 'id' | 'name' | 'username' | 'email'>;

/** Picks a user by part of the name, user name or email. */
export function UserPicker(props: PickerProps<User, PickedUser>) {
  return <Picker query={pickUserQuery} nameOf={userName} option={userOption} {...props} />;
}

function userOption(user: User) {
  return (
    <>
      {userName(user)}
      {user.email && user.email !== userName(user) && (
        <span className={classes.second}>{user.email}</span>
      )}
    </>
  );
}

function userName(user: PickedUser): string {
  return shownPerson(user);
}
