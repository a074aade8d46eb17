// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token as BEP-20 wants it: ERC-20 with 18 decimals that also names its owner. Everything there will ever be is minted
/// to the owner when it is deployed; nobody can make more, stop it or take it from anybody.
contract Bep20Token is ERC20 {
    address private immutable _owner;

    constructor(string memory name_, string memory symbol_, address owner_, uint256 supply) ERC20(name_, symbol_) {
        _owner = owner_;
        _mint(owner_, supply);
    }

    /// Of BEP-20. The owner has no right that another holder lacks.
    function getOwner() external view returns (address) {
        return _owner;
    }
}
